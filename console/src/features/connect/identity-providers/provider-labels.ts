import {
  protocols,
  type linkFields,
  type ClaimSources,
  type ClaimField,
} from '@claviger/contract/connect/identity-providers'
import { msg } from '#platform/text/text.ts'

export const fieldNames: Record<ClaimField | (typeof linkFields)[number], string> = {
  none: msg('Nothing: each user confirms with another sign-in method'),
  email: msg('Email'),
  firstName: msg('First name'),
  lastName: msg('Last name'),
  userName: msg('User ID'),
  employeeId: msg('Employee ID'),
  groups: msg('Groups'),
  attribute1: msg('Attribute 1'),
  attribute2: msg('Attribute 2'),
  attribute3: msg('Attribute 3'),
  attribute4: msg('Attribute 4'),
  attribute5: msg('Attribute 5'),
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** Default source of each field if none is configured. */
export const defaultSources = (protocol: number, preset: string): ClaimSources =>
  protocol === protocols.oidc
    ? {
        email: preset === 'entra' ? 'preferred_username' : 'email',
        firstName: 'given_name',
        lastName: 'family_name',
        userName: 'preferred_username',
        groups: 'groups',
      }
    : {
        email: `${claims}/emailaddress`,
        firstName: `${claims}/givenname`,
        lastName: `${claims}/surname`,
        userName: `${claims}/name`,
        groups: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
      }
