import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../../ground/endpoint.ts'
import { Done } from '../../ground/fields.ts'
import { pageOf } from '../../ground/page.ts'
import {
  edited,
  ListAsked,
  manyProviders,
  Offered,
  ofWorkspace,
  oneProvider,
  SamlInput,
  SamlProvider,
  Provider,
  switched,
} from '../identity-providers.ts'

const change = z.extend(SamlInput, edited)
const path = '/api/sso/saml/idp'
const fails = [
  'acts-for-all',
  'above-you',
  'members-not-by-hand',
  'provider-name-taken',
  'provider-unreachable',
  'provider-wrong',
] as const

/** Providers that speak SAML. */
export const samlProviders = feature('saml-providers', {
  list: get(path, {
    summary: 'SAML providers that the workspace trusts',
    spec: 'sso.saml-idp-list',
    input: ListAsked,
    reply: pageOf(Provider),
    may: 'providers.read',
  }),
  create: post(path, {
    summary: 'Trust a SAML provider; it is off until it is switched on',
    spec: 'sso.saml-idp-create',
    input: SamlInput,
    reply: SamlProvider,
    may: 'providers.write',
    fresh: true,
    bodyLimit: 1_200_000,
    fails: [...fails, 'too-many-providers'],
  }),
  put: put(path, {
    summary: 'Change a SAML provider, its id in the body',
    spec: 'sso.saml-idp-put',
    input: change,
    reply: SamlProvider,
    may: 'providers.write',
    fresh: true,
    bodyLimit: 1_200_000,
    fails: [...fails, 'not-found', 'changed-meanwhile', 'secret-needed'],
  }),
  removeMany: del(path, {
    summary: 'Trust these SAML providers no more; whoever they signed in is signed out',
    spec: 'sso.saml-idp-delete-many',
    input: manyProviders,
    reply: z.object({ removed: z.int() }),
    may: 'providers.write',
    fresh: true,
    fails: ['acts-for-all', 'provider-in-use'],
  }),
  active: put(`${path}/active`, {
    summary: 'Switch SAML providers on or off; whoever they signed in is signed out',
    spec: 'sso.saml-idp-active',
    input: switched,
    reply: z.object({ changed: z.int() }),
    may: 'providers.write',
    fresh: true,
    fails: ['acts-for-all', 'not-found'],
  }),
  offered: get(`${path}/workspace/{id}`, {
    summary: 'SAML providers on the sign-in page of a workspace; id is its id or its short address',
    spec: 'sso.saml-idp-workspace',
    input: ofWorkspace,
    reply: z.object({ items: z.array(Offered) }),
    may: 'public',
    limit: 'lookup',
    fails: ['too-many'],
  }),
  get: get(`${path}/{id}`, {
    summary: 'One SAML provider',
    spec: 'sso.saml-idp-get',
    input: oneProvider,
    reply: SamlProvider,
    may: 'providers.read',
    fails: ['not-found'],
  }),
  postOne: post(`${path}/{id}`, {
    summary: 'Change a SAML provider, as PUT does',
    spec: 'sso.saml-idp-post-one',
    input: change,
    reply: SamlProvider,
    may: 'providers.write',
    fresh: true,
    bodyLimit: 1_200_000,
    fails: [...fails, 'not-found', 'changed-meanwhile', 'secret-needed'],
  }),
  update: put(`${path}/{id}`, {
    summary: 'Change a SAML provider; what is left out of its secret stays',
    spec: 'sso.saml-idp-update',
    input: change,
    reply: SamlProvider,
    may: 'providers.write',
    fresh: true,
    bodyLimit: 1_200_000,
    fails: [...fails, 'not-found', 'changed-meanwhile', 'secret-needed'],
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Trust a SAML provider no more; whoever it signed in is signed out',
    spec: 'sso.saml-idp-delete',
    input: oneProvider,
    reply: Done,
    may: 'providers.write',
    fresh: true,
    fails: ['acts-for-all', 'not-found', 'provider-in-use'],
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
