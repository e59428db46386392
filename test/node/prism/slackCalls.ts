// Rows for the Slack Web API (Swagger 2.0): form bodies, and a credential in two headers.
import { type ApiRow, type FittingCall, objectOf } from './apiRow.ts';

const AUTH = 'headers:{"token":"$SLACK_TOKEN","Authorization":"Bearer $SLACK_TOKEN"}';

const react: ApiRow = {
  key: 'SLACK_REACT',
  api: 'slack',
  request: 'POST /reactions.add',
  auth: AUTH,
  content: '# WHAT: Adds an emoji to a Slack message.\n# ARGS: channel | time stamp of the message | emoji\nchannel=$1&timestamp=$2&name=$3',
};

export const resetSessions: ApiRow = {
  key: 'SLACK_RESET_SESSIONS',
  api: 'slack',
  request: 'POST /admin.users.session.reset',
  auth: AUTH,
  input_schema: objectOf({ user_id: { type: 'string' }, mobile_only: { type: 'boolean' }, web_only: { type: 'boolean' } }, ['user_id']),
  content: `# WHAT: Signs a Slack user out everywhere.
Content-Type: application/x-www-form-urlencoded`,
};

const addCall: ApiRow = {
  key: 'SLACK_ADD_CALL',
  api: 'slack',
  request: 'POST /calls.add',
  auth: AUTH,
  input_schema: objectOf(
    { id: { type: 'string' }, url: { type: 'string', format: 'uri' }, title: { type: 'string' }, starts_at: { type: 'integer' } },
    ['id', 'url'],
  ),
  content: `# WHAT: Registers a call with Slack.
external_unique_id=$id
join_url=$url
title=$title
date_start=$starts_at`,
};

const unfurl: ApiRow = {
  key: 'SLACK_UNFURL',
  api: 'slack',
  request: 'POST /chat.unfurl',
  auth: AUTH,
  input_schema: objectOf({ channel: { type: 'string' }, ts: { type: 'string' }, unfurls: { type: 'object' } }, ['channel', 'ts', 'unfurls']),
  content: '# WHAT: Shows what a link in a Slack message leads to.\nchannel=$channel&ts=$ts&unfurls=$unfurls&user_auth_required=false',
};

/** A row whose form lacks a field that the document requires. */
export const reactWithoutName: ApiRow = {
  ...react,
  key: 'SLACK_REACT_NO_NAME',
  content: '# WHAT: An emoji without a name.\nchannel=$1&timestamp=$2',
};
/** A row that sends JSON where the mock knows forms only. */
export const reactByJson: ApiRow = {
  ...react,
  key: 'SLACK_REACT_JSON',
  content: '# WHAT: An emoji sent as JSON.\n{"channel": "$1", "timestamp": "$2", "name": "$3"}',
};

export const SLACK_CALLS: readonly FittingCall[] = [
  {
    row: react,
    given: { body: 'C024BE91L|1405894322.002768|thumbsup' },
    sends: 'POST /reactions.add',
    body: 'channel=C024BE91L&timestamp=1405894322.002768&name=thumbsup',
    status: 200,
  },
  {
    row: react,
    given: { args: ['C024BE91L', '1405894322.002768', 'x&channel=C999 +%'] },
    sends: 'POST /reactions.add',
    body: 'channel=C024BE91L&timestamp=1405894322.002768&name=x%26channel%3DC999%20%2B%25',
    status: 200,
  },
  { row: resetSessions, given: { body: 'U1' }, sends: 'POST /admin.users.session.reset', body: 'user_id=U1', status: 200 },
  {
    row: resetSessions,
    given: { args: { user_id: 'U1', web_only: true, mobile_only: false } },
    sends: 'POST /admin.users.session.reset',
    body: 'user_id=U1&mobile_only=false&web_only=true',
    status: 200,
  },
  {
    row: addCall,
    given: { args: { id: 'call-7', url: 'https://meet.example.com/7?pwd=a&b=%C3%BC', starts_at: 1562002086 } },
    sends: 'POST /calls.add',
    body: 'external_unique_id=call-7&join_url=https%3A%2F%2Fmeet.example.com%2F7%3Fpwd%3Da%26b%3D%25C3%25BC&date_start=1562002086',
    status: 200,
  },
  {
    row: unfurl,
    given: { args: { channel: 'C024BE91L', ts: '1405894322.002768', unfurls: { 'https://example.com/': { text: 'A & B' } } } },
    sends: 'POST /chat.unfurl',
    body: `channel=C024BE91L&ts=1405894322.002768&unfurls=${encodeURIComponent('{"https://example.com/":{"text":"A & B"}}')}&user_auth_required=false`,
    status: 200,
  },
];
