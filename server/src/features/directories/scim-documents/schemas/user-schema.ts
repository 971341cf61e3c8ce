import { attribute, complexAttribute, several, type ResourceType, type Schema } from './attribute.ts'

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const ownUrn = 'urn:ietf:params:scim:schemas:extension:claviger:2.0:User'
/** Extension URN of the predecessor product: existing mappings use it, so it is treated as ours. */
export const formerUrn = 'urn:ietf:params:scim:schemas:extension:IDmelon:2.0:User'

const core: Schema = {
  id: userUrn,
  name: 'User',
  description: 'User Account',
  attributes: [
    attribute('userName', 'The name by which the user is known to the directory', {
      required: true,
      uniqueness: 'server',
    }),
    complexAttribute('name', 'The parts of the name', [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'The last name'),
      attribute('givenName', 'The first name'),
      attribute('middleName', 'The names between'),
      attribute('honorificPrefix', 'What stands before the name'),
      attribute('honorificSuffix', 'What stands behind the name'),
    ]),
    attribute('displayName', 'The name as it is shown'),
    attribute('nickName', 'What the user is called'),
    attribute('profileUrl', 'A page about the user', {
      type: 'reference',
      caseExact: true,
      referenceTypes: ['external'],
    }),
    attribute('title', 'The title, such as “Head nurse”'),
    attribute('userType', 'How the user belongs to the organization'),
    attribute('preferredLanguage', 'The language that the user reads'),
    attribute('locale', 'How dates and numbers are written for the user'),
    attribute('timezone', 'The time zone of the user'),
    attribute('active', 'Whether the user may sign in', { type: 'boolean' }),
    several('emails', 'Mail addresses', ['work', 'home', 'other']),
    several('phoneNumbers', 'Phone numbers', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    several('ims', 'Instant messaging addresses', ['aim', 'gtalk', 'icq', 'xmpp', 'msn', 'skype', 'qq', 'yahoo']),
    several('photos', 'Addresses of pictures', ['photo', 'thumbnail'], {
      type: 'reference',
      caseExact: true,
      referenceTypes: ['external'],
    }),
    complexAttribute(
      'addresses',
      'Postal addresses',
      [
        attribute('formatted', 'The whole address'),
        attribute('streetAddress', 'Street and number'),
        attribute('locality', 'The city'),
        attribute('region', 'The state or region'),
        attribute('postalCode', 'The postal code'),
        attribute('country', 'The country'),
        attribute('type', 'Category', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'Whether it is the one to use', { type: 'boolean' }),
      ],
      { multiValued: true },
    ),
    complexAttribute(
      'groups',
      'Groups that the user is in',
      [
        attribute('value', 'The id of the group', { mutability: 'readOnly' }),
        attribute('$ref', 'The address of the group', {
          type: 'reference',
          caseExact: true,
          mutability: 'readOnly',
          referenceTypes: ['Group'],
        }),
        attribute('display', 'The name of the group', { mutability: 'readOnly' }),
        attribute('type', 'How the user came to be in it', { mutability: 'readOnly', canonicalValues: ['direct'] }),
      ],
      { multiValued: true, mutability: 'readOnly' },
    ),
    several('entitlements', 'What the user is entitled to', []),
    several('roles', 'Roles; those that the connection may give are given', []),
    several('x509Certificates', 'Certificates', [], { type: 'binary', caseExact: true }),
  ],
}

const enterprise: Schema = {
  id: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    attribute('employeeNumber', 'The number of the employee'),
    attribute('costCenter', 'The cost center'),
    attribute('organization', 'The organization'),
    attribute('division', 'The division'),
    attribute('department', 'The department'),
    complexAttribute('manager', 'Whom the user reports to', [
      attribute('value', 'The id of the manager', { caseExact: true }),
      attribute('$ref', 'The address of the manager', {
        type: 'reference',
        caseExact: true,
        referenceTypes: ['User'],
      }),
      attribute('displayName', 'The name of the manager', { mutability: 'readOnly' }),
    ]),
  ],
}

const own: Schema = {
  id: ownUrn,
  name: 'ClavigerUser',
  description: 'What Claviger keeps of a user besides',
  attributes: [
    ...[1, 2, 3, 4, 5].map(number => attribute(`extraAttribute${number}`, `Additional attribute ${number}`)),
    attribute('immutable_id', 'An id that never changes', { caseExact: true, mutability: 'immutable' }),
    attribute('cardId', 'The number of the card, for workflows that assign cards', {
      caseExact: true,
      mutability: 'writeOnly',
      returned: 'never',
    }),
    attribute('cardPin', 'The first PIN of that card; it is forgotten once it was used', {
      caseExact: true,
      mutability: 'writeOnly',
      returned: 'never',
    }),
  ],
}

export const userType: ResourceType = {
  what: 'user',
  name: 'User',
  endpoint: '/Users',
  core,
  extensions: [enterprise, own],
}
