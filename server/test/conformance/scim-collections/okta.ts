import type { RunscopeStep } from './runscope.ts'

/** The steps of Okta's SCIM 2.0 specification test, restated with the same requests and assertions. */
const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'

type Check = NonNullable<RunscopeStep['assertions']>[number]
const status = (value: string): Check => ({ comparison: 'equal_number', source: 'response_status', value })
const of = (comparison: string, property: string, value: string | null = null): Check => ({
  comparison,
  source: 'response_json',
  value,
  property,
})
const filled = (...properties: string[]) => properties.map(property => of('not_empty', property))

const request = (
  note: string,
  method: string,
  path: string,
  assertions: readonly Check[],
  more: Partial<RunscopeStep> = {},
): RunscopeStep => ({
  step_type: 'request',
  note,
  method,
  url: `{{SCIMBaseURL}}${path}`,
  headers: { Authorization: ['{{auth}}'], 'Content-Type': ['application/scim+json; charset=utf-8'] },
  assertions,
  ...more,
})

const person = (email: string) =>
  JSON.stringify({
    schemas: [core],
    userName: '{{randomUsername}}',
    name: { givenName: '{{randomGivenName}}', familyName: '{{randomFamilyName}}' },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: '{{randomGivenName}} {{randomFamilyName}}',
    active: true,
  })
const json = { Authorization: ['{{auth}}'], 'Content-Type': ['application/json'] }
const names = ['name.familyName', 'name.givenName', 'userName', 'active', 'emails[0].value']
const isNamed = [
  of('equal', 'name.familyName', '{{randomFamilyName}}'),
  of('equal', 'name.givenName', '{{randomGivenName}}'),
  of('equal', 'userName', '{{randomUsername}}'),
]
const refused = (code: string, at = 'schemas') => [
  status(code),
  ...filled('detail'),
  of('equal', 'status', code),
  of('has_value', at, errorUrn),
]

export const okta: { readonly steps: readonly RunscopeStep[] } = {
  steps: [
    request(
      'Users',
      'GET',
      '/Users?count=1&startIndex=1',
      [
        status('200'),
        ...filled('Resources'),
        of('has_value', 'schemas', listUrn),
        ...['itemsPerPage', 'startIndex', 'totalResults'].map(property => of('is_a_number', property)),
        ...filled('Resources[0].id', ...names.map(name => `Resources[0].${name}`)),
      ],
      { variables: [{ name: 'ISVUserid', property: 'Resources[0].id' }] },
    ),
    request('A user', 'GET', '/Users/{{ISVUserid}}', [
      status('200'),
      ...filled('id', ...names),
      of('equal', 'id', '{{ISVUserid}}'),
    ]),
    request('An unknown userName', 'GET', '/Users?filter=userName eq "{{InvalidUserEmail}}"', [
      status('200'),
      of('has_value', 'schemas', listUrn),
      of('equal', 'totalResults', '0'),
    ]),
    request('An unknown ID', 'GET', '/Users/{{UserIdThatDoesNotExist}}', [
      status('404'),
      ...filled('detail'),
      of('has_value', 'schemas', errorUrn),
    ]),
    request('A user to be', 'GET', '/Users?filter=userName eq "{{randomEmail}}"', [
      status('200'),
      of('equal_number', 'totalResults', '0'),
      of('has_value', 'schemas', listUrn),
    ]),
    request(
      'Create',
      'POST',
      '/Users',
      [status('201'), of('equal', 'active', 'true'), ...filled('id'), ...isNamed, of('contains', 'schemas', core)],
      { body: person('{{randomEmail}}'), headers: json, variables: [{ name: 'idUserOne', property: 'id' }] },
    ),
    request('Verify', 'GET', '/Users/{{idUserOne}}', [status('200'), ...isNamed]),
    request('Create again', 'POST', '/Users', [status('409')], { body: person('{{randomUsername}}'), headers: json }),
    request('Case', 'GET', '/Users?filter=userName eq "{{randomUsernameCaps}}"', [status('200')]),
    request('Groups', 'GET', '/Groups', [
      status('200'),
      { comparison: 'is_less_than', source: 'response_time', value: '600' },
    ]),
    request('A wrong token', 'GET', '/Users?filter=userName eq "{{randomUsernameCaps}}"', refused('401', ''), {
      headers: { Authorization: ['non-token'] },
    }),
    request('No ID at all', 'GET', '/Users/00919288221112222', refused('404')),
  ],
}
