import * as z from 'zod/mini'
import { del, feature, get, post, put } from '#platform/endpoint.ts'
import { id, instant } from '#platform/fields.ts'
import { editedVersion, oneProvider, SamlInput, SamlProvider } from '../identity-providers.ts'
import { providerCalls } from './provider-calls.ts'

const path = '/api/sso/saml/idp'
const write = { may: 'providers.write', fresh: true } as const
const calls = providerCalls({
  input: SamlInput,
  change: z.extend(SamlInput, editedVersion),
  reply: SamlProvider,
  bodyLimit: 1_200_000,
})

export const samlProviders = feature('saml-providers', {
  list: get(path, {
    summary: 'List the SAML providers of the workspace',
    spec: 'sso.saml-idp-list',
    ...calls.list,
  }),
  create: post(path, {
    summary: 'Add a SAML provider; it is off until you turn it on',
    spec: 'sso.saml-idp-create',
    ...calls.create,
  }),
  put: put(path, {
    summary: 'Change a SAML provider, with its ID in the body',
    spec: 'sso.saml-idp-put',
    ...calls.update,
  }),
  removeMany: del(path, {
    summary: 'Delete several SAML providers; users who signed in with them are signed out',
    spec: 'sso.saml-idp-delete-many',
    ...calls.removeMany,
  }),
  active: put(`${path}/active`, {
    summary: 'Turn SAML providers on or off; users who signed in with them are signed out',
    spec: 'sso.saml-idp-active',
    ...calls.active,
  }),
  offered: get(`${path}/workspace/{id}`, {
    summary: 'List the SAML providers on the sign-in page of a workspace, by its ID or short address',
    spec: 'sso.saml-idp-workspace',
    ...calls.offered,
  }),
  get: get(`${path}/{id}`, {
    summary: 'Get a SAML provider',
    spec: 'sso.saml-idp-get',
    ...calls.get,
  }),
  postOne: post(`${path}/{id}`, {
    summary: 'Change a SAML provider; same as PUT',
    spec: 'sso.saml-idp-post-one',
    ...calls.update,
  }),
  update: put(`${path}/{id}`, {
    summary: 'Change a SAML provider; an omitted secret is unchanged',
    spec: 'sso.saml-idp-update',
    ...calls.update,
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Delete a SAML provider; users who signed in with it are signed out',
    spec: 'sso.saml-idp-delete',
    ...calls.remove,
  }),
  takeMetadata: put(`${path}/{id}/metadata`, {
    summary: 'Apply the pending metadata changes of a SAML provider',
    input: z.object({ id, since: instant }),
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'above-you', 'not-found', 'changed-meanwhile', 'provider-wrong'],
  }),
  dropMetadata: del(`${path}/{id}/metadata`, {
    summary: 'Ignore the pending metadata changes of a SAML provider',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found'],
  }),
  announceKey: post(`${path}/{id}/certificate`, {
    summary: 'Create a new Claviger certificate for a SAML provider and publish it in the metadata',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found', 'saml-key-announced'],
  }),
  changeKey: put(`${path}/{id}/certificate`, {
    summary: 'Switch to the new certificate and delete the current one',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found', 'saml-key-missing'],
  }),
  cancelKey: del(`${path}/{id}/certificate`, {
    summary: 'Withdraw the new certificate and keep the current one',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found', 'saml-key-missing'],
  }),
  metadata: get(`${path}/{id}/metadata`, {
    summary: 'Get the Claviger metadata for a SAML provider: entity ID, ACS URL, and certificate',
    input: oneProvider,
    reply: z.string(),
    may: 'public',
    limit: 'lookup',
    answers: 'file',
    fails: ['not-found', 'too-many'],
  }),
})
