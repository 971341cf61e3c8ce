import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../../ground/endpoint.ts'
import { id, instant } from '../../ground/fields.ts'
import { edited, oneProvider, SamlInput, SamlProvider } from '../identity-providers.ts'
import { providerCalls } from './calls.ts'

const path = '/api/sso/saml/idp'
const write = { may: 'providers.write', fresh: true } as const
const calls = providerCalls({
  input: SamlInput,
  change: z.extend(SamlInput, edited),
  reply: SamlProvider,
  bodyLimit: 1_200_000,
})

/** Providers that speak SAML. */
export const samlProviders = feature('saml-providers', {
  list: get(path, {
    summary: 'SAML providers that the workspace trusts',
    spec: 'sso.saml-idp-list',
    ...calls.list,
  }),
  create: post(path, {
    summary: 'Trust a SAML provider; it is off until it is switched on',
    spec: 'sso.saml-idp-create',
    ...calls.create,
  }),
  put: put(path, {
    summary: 'Change a SAML provider, its id in the body',
    spec: 'sso.saml-idp-put',
    ...calls.update,
  }),
  removeMany: del(path, {
    summary: 'Trust these SAML providers no more; whoever they signed in is signed out',
    spec: 'sso.saml-idp-delete-many',
    ...calls.removeMany,
  }),
  active: put(`${path}/active`, {
    summary: 'Switch SAML providers on or off; whoever they signed in is signed out',
    spec: 'sso.saml-idp-active',
    ...calls.active,
  }),
  offered: get(`${path}/workspace/{id}`, {
    summary: 'SAML providers on the sign-in page of a workspace; id is its id or its short address',
    spec: 'sso.saml-idp-workspace',
    ...calls.offered,
  }),
  get: get(`${path}/{id}`, {
    summary: 'One SAML provider',
    spec: 'sso.saml-idp-get',
    ...calls.get,
  }),
  postOne: post(`${path}/{id}`, {
    summary: 'Change a SAML provider, as PUT does',
    spec: 'sso.saml-idp-post-one',
    ...calls.update,
  }),
  update: put(`${path}/{id}`, {
    summary: 'Change a SAML provider; what is left out of its secret stays',
    spec: 'sso.saml-idp-update',
    ...calls.update,
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Trust a SAML provider no more; whoever it signed in is signed out',
    spec: 'sso.saml-idp-delete',
    ...calls.remove,
  }),
  takeMetadata: put(`${path}/{id}/metadata`, {
    summary: 'Agree to the changed metadata of a SAML provider, as it was seen',
    input: z.object({ id, since: instant }),
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'above-you', 'not-found', 'changed-meanwhile', 'provider-wrong'],
  }),
  dropMetadata: del(`${path}/{id}/metadata`, {
    summary: 'Leave a SAML provider as it is, whatever its changed metadata says',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found'],
  }),
  announceKey: post(`${path}/{id}/certificate`, {
    summary: 'Make a new certificate of ours for a SAML provider and announce it in our metadata',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found', 'saml-key-announced'],
  }),
  changeKey: put(`${path}/{id}/certificate`, {
    summary: 'Let the announced certificate take the place of the one before, which is deleted',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found', 'saml-key-missing'],
  }),
  cancelKey: del(`${path}/{id}/certificate`, {
    summary: 'Withdraw the announced certificate; the one before stays',
    input: oneProvider,
    reply: SamlProvider,
    ...write,
    fails: ['acts-for-all', 'not-found', 'saml-key-missing'],
  }),
  metadata: get(`${path}/{id}/metadata`, {
    summary: 'Our metadata for a SAML provider: entity id, address for answers, certificate',
    input: oneProvider,
    reply: z.string(),
    may: 'public',
    limit: 'lookup',
    answers: 'file',
    fails: ['not-found', 'too-many'],
  }),
})
