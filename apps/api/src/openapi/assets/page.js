/* global SwaggerUIBundle */
(async () => {
  const { app: defaultApp, document: url } = document.documentElement.dataset;
  const text = await (await fetch(url)).text();
  const api = JSON.parse(text);

  /** What was authorized in this tab, and nowhere longer: its own memory outlives the browser. */
  const kept = JSON.parse(sessionStorage.getItem('ak-authorized') ?? '{}');
  const named = new URLSearchParams(location.search).get('app');
  const app = named ?? kept.appId?.value ?? defaultApp;
  // The App that requests name in their header is the one whose path is tried.
  if (app) api.components.parameters['path.app_id'].example = app;

  /** Whoever signs in by trying it out goes on with the token of the answer. */
  const takeToken = (response) => {
    const { access_token: token } = response.ok ? (response.body?.data ?? {}) : {};
    if (typeof token === 'string') {
      const isAdministrator = new URL(response.url).pathname.startsWith('/admin-api/');
      ui.preauthorizeApiKey(isAdministrator ? 'adminBearer' : 'mobileBearer', token);
    }
    return response;
  };

  /** What stands at the place; all references of the document are local. */
  const at = (path) => path.reduce((place, name) => place?.[name], api);

  /** Each part is resolved once, and what refers to itself is left as a reference. */
  const known = new Map();
  const resolve = (value, within = []) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => resolve(item, within));
    const { $ref: reference, ...own } = value;
    const fields = Object.entries(own).map(([name, field]) => [name, resolve(field, within)]);
    if (typeof reference !== 'string') return Object.fromEntries(fields);
    if (within.includes(reference)) return value;
    if (!known.has(reference)) {
      known.set(reference, resolve(at(reference.slice(2).split('/')), [...within, reference]));
    }
    return { ...known.get(reference), ...Object.fromEntries(fields) };
  };

  const searchText = (tag, operation) => {
    const { operationId, summary } = operation.get('operation').toObject();
    return [tag, operation.get('method'), operation.get('path'), operationId, summary].join(' ').toLowerCase();
  };

  /** `true` stands for a filter in which nothing is written yet. */
  const isPhrase = ({ currentFilter }) => ![true, 'true', 'false', ''].includes(currentFilter() || '');

  const plugin = ({ React, getComponent }) => ({
    components: {
      // It has one for texts, and complains about lists whose texts have a form that it does not know.
      JsonSchema_string_uuid: (props) => React.createElement(getComponent('JsonSchema_string'), props),
    },
    fn: {
      // For OpenAPI 3.1 its own resolver reads the whole document anew for each operation: some seconds of work.
      resolveSubtree: async (_document, path) => ({ spec: resolve(at(path)), errors: [] }),
      // Its own filter knows groups only.
      opsFilter: (groups, phrase) => {
        const words = phrase.toLowerCase().split(/\s+/);
        return groups
          .map((group, tag) =>
            group.update('operations', (operations) =>
              operations.filter((operation) => words.every((word) => searchText(tag, operation).includes(word))),
            ),
          )
          .filter((group) => group.get('operations').size > 0);
      },
    },
    statePlugins: {
      spec: {
        // It would read the document as YAML.
        wrapActions: {
          parseToJson:
            (_original, { specActions }) =>
            () =>
              specActions.updateJsonSpec(api),
        },
      },
      layout: {
        wrapSelectors: {
          // What is found is shown, also in groups that were closed before.
          isShown:
            (original, { layoutSelectors }) =>
            (_state, place, isDefault) =>
              (place[0] === 'operations-tag' && isPhrase(layoutSelectors)) || original(place, isDefault),
        },
      },
    },
  });

  // Its own words promise less.
  new MutationObserver((_changes, observer) => {
    const input = document.querySelector('.operation-filter-input');
    if (!input) return;
    input.placeholder = 'Find operations by path, name or summary';
    observer.disconnect();
  }).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });

  const ui = SwaggerUIBundle({
    dom_id: '#swagger-ui',
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin],
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    responseInterceptor: takeToken,
  });
  ui.specActions.updateLoadingStatus('success');
  ui.specActions.updateSpec(text);

  ui.authActions.restoreAuthorization({ authorized: kept });
  if (app) ui.preauthorizeApiKey('appId', app);
  const withoutSecrets = (key, value) => (key === 'clientSecret' ? undefined : value);
  ui.getStore().subscribe(() => {
    const authorized = JSON.stringify(ui.authSelectors.authorized(), withoutSecrets);
    if (authorized !== sessionStorage.getItem('ak-authorized')) sessionStorage.setItem('ak-authorized', authorized);
  });
  window.ui = ui;
})();
