/** The name of the first administrator until they give their own: nobody who is invited knows it. */
export const unnamedAdmin = 'Admin';
