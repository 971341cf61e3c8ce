import { attribute, complexAttribute, type ResourceType } from './attribute.ts'

export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export const groupType: ResourceType = {
  what: 'group',
  name: 'Group',
  endpoint: '/Groups',
  core: {
    id: groupUrn,
    name: 'Group',
    description: 'Group',
    attributes: [
      attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
      attribute('description', 'What the group is for'),
      complexAttribute(
        'members',
        'Who is in the group',
        [
          attribute('value', 'The id of the member', { caseExact: true, mutability: 'immutable' }),
          attribute('$ref', 'The address of the member', {
            type: 'reference',
            caseExact: true,
            mutability: 'immutable',
            referenceTypes: ['User'],
          }),
          attribute('type', 'What the member is', { mutability: 'immutable', canonicalValues: ['User'] }),
        ],
        { multiValued: true },
      ),
    ],
  },
  extensions: [],
}
