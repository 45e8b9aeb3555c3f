/** The style of the readable API pages: the colours of client/app/tokens.ts in both themes, no file from elsewhere. */
