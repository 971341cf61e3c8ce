import * as z from 'zod/mini'
import { del, feature, get, post, put } from '#platform/endpoint.ts'
import { editedVersion, OidcInput, OidcProvider } from '../identity-providers.ts'
import { providerCalls } from './provider-calls.ts'

const path = '/api/sso/oidc/idp'
const calls = providerCalls({
  input: OidcInput,
  change: z.extend(OidcInput, editedVersion),
  reply: OidcProvider,
  bodyLimit: 64 * 1024,
})

export const oidcProviders = feature('oidc-providers', {
  list: get(path, {
    summary: 'List the OpenID Connect providers of the workspace',
    spec: 'sso.oidc-idp-list',
    ...calls.list,
  }),
  create: post(path, {
    summary: 'Add an OpenID Connect provider; it is off until you turn it on',
    spec: 'sso.oidc-idp-create',
    ...calls.create,
  }),
  put: put(path, {
    summary: 'Change an OpenID Connect provider, with its ID in the body',
    spec: 'sso.oidc-idp-put',
    ...calls.update,
  }),
  removeMany: del(path, {
    summary: 'Delete several OpenID Connect providers; users who signed in with them are signed out',
    spec: 'sso.oidc-idp-delete-many',
    ...calls.removeMany,
  }),
  active: put(`${path}/active`, {
    summary: 'Turn OpenID Connect providers on or off; users who signed in with them are signed out',
    ...calls.active,
  }),
  offered: get(`${path}/workspace/{id}`, {
    summary: 'List the OpenID Connect providers on the sign-in page of a workspace, by its ID or short address',
    ...calls.offered,
  }),
  get: get(`${path}/{id}`, {
    summary: 'Get an OpenID Connect provider',
    spec: 'sso.oidc-idp-get',
    ...calls.get,
  }),
  postOne: post(`${path}/{id}`, {
    summary: 'Change an OpenID Connect provider; same as PUT',
    spec: 'sso.oidc-idp-post-one',
    ...calls.update,
  }),
  update: put(`${path}/{id}`, {
    summary: 'Change an OpenID Connect provider; an omitted secret is unchanged',
    spec: 'sso.oidc-idp-update',
    ...calls.update,
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Delete an OpenID Connect provider; users who signed in with it are signed out',
    spec: 'sso.oidc-idp-delete',
    ...calls.remove,
  }),
})
