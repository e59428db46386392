// What /docs does in the browser: starts Swagger UI, loads the chosen document with the key, and shows receipts. Plain
// JavaScript as text, served by this Worker; test/node/docs.test.ts runs it in a real browser. The key is held in one
// place, the authorisation of Swagger UI, which is memory: no address and no storage ever has it.
export const DOCS_SCRIPT = String.raw`'use strict';
const $ = (id) => document.getElementById(id);
const say = (text) => { $('status').textContent = text; };
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const isRows = () => $('document').value === 'rows';
const category = () => $('category').value.trim();
const chosen = () => !isRows() ? '/openapi.json' : '/openapi/directory.json' + (category() === '' ? '' : '?' + new URLSearchParams({ category: category() }));

// The headers of whoever is authorised; the API document is the same for everybody and read without.
const credential = () => {
  const { ownerKey, bearer } = ui.authSelectors.authorized().toJS();
  return ownerKey ? { 'x-terminal-key': ownerKey.value } : bearer ? { authorization: 'Bearer ' + bearer.value } : {};
};
let known = '{}';
const credentialChanged = () => queueMicrotask(() => {
  const now = JSON.stringify(credential());
  if (now === known) return;
  known = now;
  $('owner-key').value = credential()['x-terminal-key'] ?? '';
  if (isRows()) load();
});

// The service takes one credential at a time: a new one replaces the other.
const oneCredential = () => ({ statePlugins: { auth: { wrapActions: {
  authorize: (original, system) => (given) => {
    const [name, entry] = Object.entries(given).filter(([, one]) => typeof one?.value === 'string' && one.value.trim() !== '').at(-1) ?? [];
    if (name === undefined) return;
    system.authActions.logout(system.authSelectors.authorized().keySeq().toArray());
    original({ [name]: { ...entry, value: entry.value.trim() } });
    credentialChanged();
  },
  // Swagger UI fails where there is nothing to forget.
  logout: (original, system) => (names) => {
    const held = names.filter((name) => system.authSelectors.authorized().has(name));
    if (held.length > 0) original(held);
    credentialChanged();
  },
} } } });

// One document is loaded at a time, so that none arrives after a later choice; what was chosen meanwhile is loaded next.
let loading = false;
let again = false;
let status = 0;
const load = () => {
  again = loading;
  if (loading) return;
  loading = true;
  status = 0;
  say('Loading …');
  ui.specActions.download(chosen());
};
const loaded = (ok) => {
  loading = false;
  if (again) return load();
  $('swagger-ui').hidden = !ok;
  const count = ui.specSelectors.specJson().get('paths')?.size ?? 0;
  say(ok ? (isRows() ? count + (count === 1 ? ' row.' : ' rows.') + (count > 1000 ? ' This page is slow with so many: choose a category.' : '') : '') : failure());
};
const failure = () => {
  if (status === 0) return 'The service did not answer.';
  if (status === 401 && known === '{}') return 'This directory is not public: put its key into the field above to see the rows.';
  if (status === 401) return 'The service does not take this key. Put the right one into the field above.';
  return 'The document could not be loaded: the service answered ' + status + '.';
};
const tellWhenLoaded = () => ({ statePlugins: { spec: { wrapActions: {
  updateLoadingStatus: (original) => (state) => {
    original(state);
    if (state === 'success' || state === 'failed') queueMicrotask(() => loaded(state === 'success'));
  },
} } } });

// The receipt of a call stands above its answer; the command line that Swagger UI shows has no key in it.
const receipts = () => ({ wrapComponents: {
  liveResponse: (Original, { React }) => (props) => {
    const id = props.response.getIn(['headers', 'rowcall-receipt']);
    const link = typeof id === 'string' && React.createElement('a', { href: '/receipt/' + encodeURIComponent(id), target: '_blank', rel: 'noopener' }, 'Receipt ' + id);
    return React.createElement('div', null, link && React.createElement('p', { className: 'receipt-link' }, link), React.createElement(Original, props));
  },
  curl: (Original, { React }) => ({ request, ...props }) => {
    const hide = (value, name) => /^(x-terminal-key|x-capability-token)$/i.test(name) ? '<key>' : /^authorization$/i.test(name) ? 'Bearer <key>' : value;
    return React.createElement(Original, { ...props, request: request.update('headers', (headers) => headers?.map(hide)) });
  },
} });

const ui = SwaggerUIBundle({
  dom_id: '#swagger-ui',
  layout: 'BaseLayout',
  plugins: [oneCredential, tellWhenLoaded, receipts],
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  tryItOutEnabled: false,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const { origin, pathname } = new URL(request.url, location.href);
    if (request.loadSpec && origin === location.origin && pathname === '/openapi/directory.json') Object.assign(request.headers, credential());
    return request;
  },
  responseInterceptor: (response) => {
    if (loading && new URL(response.url, location.href).href === new URL(chosen(), location.href).href) {
      status = response.status;
      // Thousands of operations are not drawn before one opens their category.
      ui.getConfigs().docExpansion = (response.text ?? '').length > 1_000_000 ? 'none' : 'list';
    }
    return response;
  },
});

$('document').addEventListener('change', () => { choose(); });
$('category').addEventListener('change', () => { choose(); });
const choose = () => {
  $('of-rows').hidden = !isRows();
  const query = new URLSearchParams({ ...(isRows() ? { document: 'rows' } : {}), ...(isRows() && category() !== '' ? { category: category() } : {}) }).toString();
  history.replaceState(null, '', '/docs' + (query === '' ? '' : '?' + query));
  load();
};
$('owner-key').addEventListener('change', () => {
  const value = $('owner-key').value.trim();
  if (value === '') ui.authActions.logout(['ownerKey']);
  else ui.authActions.authorize({ ownerKey: { name: 'ownerKey', schema: { type: 'apiKey', in: 'header', name: 'x-terminal-key' }, value } });
});
load();
`;
