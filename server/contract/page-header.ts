/**
 * Sent by the page with every change, and by no other client: over https it keeps its refresh token in a cookie, and it can ask for
 * the password again. No page of another site can make a browser send it.
 */
export const pageHeader = 'x-clublens-page';
