/**
 * How many calls the page sends in one request, and the server takes. One request with thousands of them would make everybody else
 * wait, however few requests a proxy lets through.
 */
export const batchSizeMax = 20;
