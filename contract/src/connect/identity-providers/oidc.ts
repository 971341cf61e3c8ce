import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../../ground/endpoint.ts'
import { edited, OidcInput, OidcProvider } from '../identity-providers.ts'
import { providerCalls } from './calls.ts'

const path = '/api/sso/oidc/idp'
const calls = providerCalls({
  input: OidcInput,
  change: z.extend(OidcInput, edited),
  reply: OidcProvider,
  bodyLimit: 64 * 1024,
})

/** Providers that speak OpenID Connect. */
export const oidcProviders = feature('oidc-providers', {
  list: get(path, {
    summary: 'OpenID Connect providers that the workspace trusts',
    spec: 'sso.oidc-idp-list',
    ...calls.list,
  }),
  create: post(path, {
    summary: 'Trust an OpenID Connect provider; it is off until it is switched on',
    spec: 'sso.oidc-idp-create',
    ...calls.create,
  }),
  put: put(path, {
    summary: 'Change an OpenID Connect provider, its id in the body',
    spec: 'sso.oidc-idp-put',
    ...calls.update,
  }),
  removeMany: del(path, {
    summary: 'Trust these OpenID Connect providers no more; whoever they signed in is signed out',
    spec: 'sso.oidc-idp-delete-many',
    ...calls.removeMany,
  }),
  active: put(`${path}/active`, {
    summary: 'Switch OpenID Connect providers on or off; whoever they signed in is signed out',
    ...calls.active,
  }),
  offered: get(`${path}/workspace/{id}`, {
    summary: 'OpenID Connect providers on the sign-in page of a workspace; id is its id or its short address',
    ...calls.offered,
  }),
  get: get(`${path}/{id}`, {
    summary: 'One OpenID Connect provider',
    spec: 'sso.oidc-idp-get',
    ...calls.get,
  }),
  postOne: post(`${path}/{id}`, {
    summary: 'Change an OpenID Connect provider, as PUT does',
    spec: 'sso.oidc-idp-post-one',
    ...calls.update,
  }),
  update: put(`${path}/{id}`, {
    summary: 'Change an OpenID Connect provider; what is left out of its secret stays',
    spec: 'sso.oidc-idp-update',
    ...calls.update,
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Trust an OpenID Connect provider no more; whoever it signed in is signed out',
    spec: 'sso.oidc-idp-delete',
    ...calls.remove,
  }),
})
