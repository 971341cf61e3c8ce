import type { JWTPayload } from 'jose'
import { expect } from 'vitest'

/** The claims of each scope (OpenID Connect Core 1.0 §5.4); the suite warns if one is missing. */
const ofScope: Readonly<Record<string, readonly string[]>> = {
  openid: ['sub'],
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
  offline_access: [],
}

const typeOf: Readonly<Record<string, string>> = {
  email_verified: 'boolean',
  phone_number_verified: 'boolean',
  updated_at: 'number',
  address: 'object',
}

/** Allowed in an ID token without being requested. */
const inIdTokens = 'iss sub aud exp iat auth_time nonce acr amr azp at_hash c_hash s_hash nbf jti sid'.split(' ')

const standard = Object.values(ofScope).flat()

/** Types of standard claims by OpenID Connect Core 1.0 §5.1. */
function checkTypes(claims: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(claims))
    if (standard.includes(name)) expect(typeof value, name).toBe(typeOf[name] ?? 'string')
  const { updated_at: updated, address } = claims
  if (updated !== undefined) expect(Number.isInteger(updated) && Number(updated) < Date.now() / 100).toBe(true)
  for (const part of Object.values(address ?? {})) expect(typeof part).toBe('string')
}

/**
 * The ID token must identify user and client and contain nothing unrequested; its signature was already
 * verified.
 */
export function checkIdToken(claims: JWTPayload, request: Record<string, string>, user: string): void {
  checkTypes(claims)
  expect(claims.sub).toBe(user)
  expect(claims['nonce']).toBe(request['nonce'])
  expect(claims).toMatchObject({ iat: expect.any(Number), exp: expect.any(Number) })
  expect(Object.keys(claims).filter(name => !inIdTokens.includes(name))).toEqual([])
}

export function checkScopes(userinfo: Record<string, unknown>, scope: string): void {
  checkTypes(userinfo)
  const expected = scope.split(' ').flatMap(one => ofScope[one] ?? [])
  expect(Object.keys(userinfo)).toEqual(expect.arrayContaining(expected))
  if ('birthdate' in userinfo) expect(userinfo['birthdate']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
}
