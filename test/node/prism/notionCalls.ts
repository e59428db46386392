// Rows for the Notion API (OpenAPI 3.1): path, query, header and JSON bodies, a bearer credential.
import { type ApiRow, type FittingCall, objectOf } from './apiRow.ts';

const PAGE = '59833787-2cf9-4fdf-8782-e53db20768a5';
const BLOCK = '9bc30ad4-9373-46a5-84ab-0a7845ee52e6';

export const getUser: ApiRow = {
  key: 'NOTION_USER',
  api: 'notion',
  request: 'GET /v1/users/$1',
  content: '# WHAT: One user of the Notion workspace.\n# ARGS: id of the user',
};

const listUsers: ApiRow = {
  key: 'NOTION_USERS',
  api: 'notion',
  request: 'GET /v1/users{?start_cursor,page_size}',
  auth: 'bearer:NOTION_TOKEN',
  content: `# WHAT: The users of the Notion workspace, page by page.
Notion-Version: 2025-09-03`,
};

const search: ApiRow = {
  key: 'NOTION_SEARCH',
  api: 'notion',
  request: 'POST /v1/search',
  effect: 'read',
  input_schema: objectOf(
    { query: { type: 'string' }, kind: { type: 'string', enum: ['page', 'data_source'], default: 'page' }, page_size: { type: 'integer' } },
    ['query'],
  ),
  content: `# WHAT: Finds Notion pages or data sources by title.
# WHEN_TO_USE: The id is not known.
{"query": $query, "filter": {"property": "object", "value": "$kind"}, "page_size": $page_size}`,
};

const appendParagraph: ApiRow = {
  key: 'NOTION_APPEND_PARAGRAPH',
  api: 'notion',
  request: 'PATCH /v1/blocks/$1/children',
  content: `# WHAT: Adds a paragraph to the end of a Notion block or page.
# ARGS: id of the block | text of the paragraph
# EX: ${BLOCK}|Ready for review.
{"children": [{"type": "paragraph", "paragraph": {"rich_text": [{"type": "text", "text": {"content": "$2+"}}]}}]}`,
};

const updatePage: ApiRow = {
  key: 'NOTION_UPDATE_PAGE',
  api: 'notion',
  request: 'PATCH /v1/pages/$page_id',
  input_schema: objectOf({ page_id: { type: 'string' }, changes: { type: 'object' } }, ['page_id', 'changes']),
  content: `# WHAT: Changes properties, icon or cover of a Notion page.
Notion-Version: 2025-09-03

$changes`,
};

const getProperty: ApiRow = {
  key: 'NOTION_PAGE_PROPERTY',
  api: 'notion',
  request: 'GET /v1/pages/$1/properties/$2?page_size=$3',
  content: '# WHAT: The value of one property of a Notion page.\n# ARGS: id of the page | id of the property | items at most',
};

const comment: ApiRow = {
  key: 'NOTION_COMMENT',
  api: 'notion',
  request: 'POST /v1/comments',
  content: `# WHAT: Comments on a Notion page.
{"parent": {"page_id": "$1"}, "rich_text": [{"text": {"content": "$2+"}}]}`,
};

export const readMarkdown: ApiRow = {
  key: 'NOTION_PAGE_MARKDOWN',
  api: 'notion',
  request: 'GET /v1/pages/$page_id/markdown{?include_transcript}',
  input_schema: objectOf({ page_id: { type: 'string' }, include_transcript: { type: 'boolean' }, api_version: { type: 'string' } }, ['page_id']),
  content: `# WHAT: A Notion page as Markdown.
Notion-Version: $api_version`,
};

const movePage: ApiRow = {
  key: 'NOTION_MOVE_PAGE',
  api: 'notion',
  request: 'POST /v1/pages/$page_id/move',
  input_schema: objectOf({ page_id: { type: 'string' }, parent: { type: 'object' } }, ['page_id', 'parent']),
  content: '# WHAT: Moves a Notion page below another parent.',
};

export const queryDataSource: ApiRow = {
  key: 'NOTION_QUERY',
  api: 'notion',
  request: 'POST /v1/data_sources/{data_source_id}/query{?filter_properties*}',
  effect: 'read',
  input_schema: objectOf(
    {
      data_source_id: { type: 'string' },
      filter_properties: { type: 'array', items: { type: 'string' } },
      filter: { type: 'object' },
      sorts: { type: 'array', items: { type: 'object' } },
      page_size: { type: 'integer', maximum: 100 },
    },
    ['data_source_id'],
  ),
  content: `# WHAT: The pages of a Notion data source that pass a filter.
{"filter": $filter, "sorts": $sorts, "page_size": $page_size}`,
};

/** The row of `listUsers` as somebody writes it who forgets the credential. */
export const listUsersWithoutCredential: ApiRow = { ...listUsers, key: 'NOTION_USERS_NO_CREDENTIAL', auth: '' };
/** The row of `search` as somebody writes it who takes the API for one with forms. */
export const searchByForm: ApiRow = { ...search, key: 'NOTION_SEARCH_BY_FORM', content: '# WHAT: A search sent as a form.\nquery=$query' };

export const NOTION_CALLS: readonly FittingCall[] = [
  { row: getUser, given: { body: PAGE }, sends: `GET /v1/users/${PAGE}`, status: 200 },
  { row: listUsers, given: { args: {} }, sends: 'GET /v1/users', status: 200 },
  { row: listUsers, given: { args: { page_size: 5 } }, sends: 'GET /v1/users?page_size=5', status: 200 },
  {
    row: search,
    given: { body: 'Quarterly "plan"' },
    sends: 'POST /v1/search',
    body: { query: 'Quarterly "plan"', filter: { property: 'object', value: 'page' } },
    status: 200,
  },
  {
    row: search,
    given: { args: ['42', 'data_source', 10] },
    sends: 'POST /v1/search',
    body: { query: '42', filter: { property: 'object', value: 'data_source' }, page_size: 10 },
    status: 200,
  },
  {
    row: appendParagraph,
    given: { body: `${BLOCK}|He said "$1 | $2" \\ and\nleft.` },
    sends: `PATCH /v1/blocks/${BLOCK}/children`,
    body: {
      children: [{ type: 'paragraph', paragraph: { rich_text: [{ type: 'text', text: { content: 'He said "$1 | $2" \\ and\nleft.' } }] } }],
    },
    status: 200,
  },
  {
    row: updatePage,
    given: { args: { page_id: PAGE, changes: { icon: { emoji: '🚆' }, in_trash: false } } },
    sends: `PATCH /v1/pages/${PAGE}`,
    body: { icon: { emoji: '🚆' }, in_trash: false },
    status: 200,
  },
  {
    row: getProperty,
    given: { body: `${PAGE}|a/b;c?%7D|25` },
    sends: `GET /v1/pages/${PAGE}/properties/a%2Fb%3Bc%3F%257D?page_size=25`,
    status: 200,
  },
  {
    row: comment,
    given: { args: [PAGE, 'Ça marche | 数据'] },
    sends: 'POST /v1/comments',
    body: { parent: { page_id: PAGE }, rich_text: [{ text: { content: 'Ça marche | 数据' } }] },
    status: 200,
  },
  {
    row: readMarkdown,
    given: { args: { page_id: PAGE, include_transcript: true, api_version: '2026-03-11' } },
    sends: `GET /v1/pages/${PAGE}/markdown?include_transcript=true`,
    status: 200,
  },
  {
    row: movePage,
    given: { args: { page_id: PAGE, parent: { type: 'page_id', page_id: BLOCK } } },
    sends: `POST /v1/pages/${PAGE}/move`,
    body: { parent: { type: 'page_id', page_id: BLOCK } },
    status: 200,
  },
  {
    row: queryDataSource,
    given: {
      args: { data_source_id: 'ds-1', filter_properties: ['title', 'iAk8&x'], sorts: [{ property: 'Due', direction: 'ascending' }], page_size: 20 },
    },
    sends: 'POST /v1/data_sources/ds-1/query?filter_properties=title&filter_properties=iAk8%26x',
    body: { sorts: [{ property: 'Due', direction: 'ascending' }], page_size: 20 },
    status: 200,
  },
];
