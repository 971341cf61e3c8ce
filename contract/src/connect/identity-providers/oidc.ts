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
  OidcInput,
  OidcProvider,
  Provider,
  switched,
} from '../identity-providers.ts'

const change = z.extend(OidcInput, edited)
const path = '/api/sso/oidc/idp'
const fails = [
  'acts-for-all',
  'above-you',
  'members-not-by-hand',
  'provider-name-taken',
  'provider-unreachable',
  'provider-wrong',
] as const

/** Providers that speak OpenID Connect. */
export const oidcProviders = feature('oidc-providers', {
  list: get(path, {
    summary: 'OpenID Connect providers that the workspace trusts',
    spec: 'sso.oidc-idp-list',
    input: ListAsked,
    reply: pageOf(Provider),
    may: 'providers.read',
  }),
  create: post(path, {
    summary: 'Trust a OpenID Connect provider; it is off until it is switched on',
    spec: 'sso.oidc-idp-create',
    input: OidcInput,
    reply: OidcProvider,
    may: 'providers.write',
    fresh: true,
    fails: [...fails, 'too-many-providers'],
  }),
  put: put(path, {
    summary: 'Change a OpenID Connect provider, its id in the body',
    spec: 'sso.oidc-idp-put',
    input: change,
    reply: OidcProvider,
    may: 'providers.write',
    fresh: true,
    fails: [...fails, 'not-found', 'changed-meanwhile', 'secret-needed'],
  }),
  removeMany: del(path, {
    summary: 'Trust these OpenID Connect providers no more; whoever they signed in is signed out',
    spec: 'sso.oidc-idp-delete-many',
    input: manyProviders,
    reply: z.object({ removed: z.int() }),
    may: 'providers.write',
    fresh: true,
    fails: ['acts-for-all', 'provider-in-use'],
  }),
  active: put(`${path}/active`, {
    summary: 'Switch OpenID Connect providers on or off; whoever they signed in is signed out',
    input: switched,
    reply: z.object({ changed: z.int() }),
    may: 'providers.write',
    fresh: true,
    fails: ['acts-for-all', 'not-found'],
  }),
  offered: get(`${path}/workspace/{id}`, {
    summary: 'OpenID Connect providers on the sign-in page of a workspace; id is its id or its short address',
    input: ofWorkspace,
    reply: z.object({ items: z.array(Offered) }),
    may: 'public',
    limit: 'lookup',
    fails: ['too-many'],
  }),
  get: get(`${path}/{id}`, {
    summary: 'One OpenID Connect provider',
    spec: 'sso.oidc-idp-get',
    input: oneProvider,
    reply: OidcProvider,
    may: 'providers.read',
    fails: ['not-found'],
  }),
  postOne: post(`${path}/{id}`, {
    summary: 'Change a OpenID Connect provider, as PUT does',
    spec: 'sso.oidc-idp-post-one',
    input: change,
    reply: OidcProvider,
    may: 'providers.write',
    fresh: true,
    fails: [...fails, 'not-found', 'changed-meanwhile', 'secret-needed'],
  }),
  update: put(`${path}/{id}`, {
    summary: 'Change a OpenID Connect provider; what is left out of its secret stays',
    spec: 'sso.oidc-idp-update',
    input: change,
    reply: OidcProvider,
    may: 'providers.write',
    fresh: true,
    fails: [...fails, 'not-found', 'changed-meanwhile', 'secret-needed'],
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Trust a OpenID Connect provider no more; whoever it signed in is signed out',
    spec: 'sso.oidc-idp-delete',
    input: oneProvider,
    reply: Done,
    may: 'providers.write',
    fresh: true,
    fails: ['acts-for-all', 'not-found', 'provider-in-use'],
  }),
})
