/** The names of path parameters that are uuids: the guards refuse any other value, and the document says so. */
export const NAMES_AN_ID = /(?:^|_)id$/;
