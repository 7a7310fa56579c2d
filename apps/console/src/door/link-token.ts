const { pathname, search, hash } = location;
const query = new URLSearchParams(search);

/** Of the mailed link that opened this page. It is in no address bar, no history and no storage any more. */
export const linkToken = query.get('token');

if (linkToken !== null) {
  query.delete('token');
  history.replaceState(history.state, '', pathname + (query.size > 0 ? `?${query}` : '') + hash);
}
