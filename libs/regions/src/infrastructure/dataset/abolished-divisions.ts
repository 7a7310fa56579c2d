/**
 * Divisions that the source still lists though they were abolished: they no longer have towns, and their successors are
 * listed beside them. They are shipped as retired, so that a code saved earlier is still known and leads to its
 * successors.
 */
export const ABOLISHED_DIVISIONS: Readonly<Record<string, readonly string[]>> = {
  '330103': ['330105'],
  '330104': ['330102', '330114'],
  '350402': ['350404'],
  '350403': ['350404'],
  '350427': ['350405'],
  '350625': ['350605'],
  '350681': ['350604'],
  '410306': ['410308'],
  '410322': ['410308'],
  '410381': ['410307'],
  '431121': ['431181'],
  '450127': ['450181'],
  '513425': ['513402'],
  '520522': ['520581'],
  '532331': ['532302'],
  '610322': ['610305'],
  '610928': ['610981'],
  '654223': ['654203'],
};

/**
 * Headings of the standard for counties that no city governs. They are not divisions: their counties are directly below
 * the province, as are the districts of the municipalities, and the headings are retired in favour of the province.
 */
export const HEADINGS: Readonly<Record<string, string>> = {
  '419000': '省直辖县级行政区划',
  '429000': '省直辖县级行政区划',
  '469000': '省直辖县级行政区划',
  '659000': '自治区直辖县级行政区划',
};

/** Names of which the source lost a character. */
export const NAME_CORRECTIONS: Readonly<Record<string, string>> = {
  // The source has a question mark for a character outside GBK.
  '522626001000': '㵲水街道',
};
