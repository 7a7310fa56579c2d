/** The names of those parameters of a path that are uuids: the guards refuse anything else, and the document says so. */
export const NAMES_AN_ID = /(?:^|_)id$/;
