/** The first request of an App, ready to paste: it carries the App's id. */
export function startSnippets(origin: string, appId: string): { readonly uni: string; readonly curl: string } {
  const url = `${origin}/api/v1/public/config`;
  return {
    uni: [
      'uni.request({',
      `  url: '${url}',`,
      '  header: {',
      `    'X-AppID': '${appId}',`,
      "    'Accept-Language': uni.getLocale(),",
      '  },',
      '  success: ({ data }) => console.log(data),',
      '});',
    ].join('\n'),
    curl: [`curl '${url}' \\`, `  -H 'X-AppID: ${appId}'`].join('\n'),
  };
}
