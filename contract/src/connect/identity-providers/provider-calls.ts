import * as z from 'zod/mini'
import type { Schema } from '#platform/endpoint.ts'
import { Done } from '#platform/fields.ts'
import { pageOf } from '#platform/page.ts'
import {
  ProviderListQuery,
  manyProviders,
  OfferedProvider,
  workspaceParameter,
  oneProvider,
  Provider,
  ActiveSwitch,
} from '../identity-providers.ts'

interface Spoken<Input extends Schema, Change extends Schema, Reply extends Schema> {
  input: Input
  change: Change
  reply: Reply
  bodyLimit: number
}

export function providerCalls<Input extends Schema, Change extends Schema, Reply extends Schema>({
  input,
  change,
  reply,
  bodyLimit,
}: Spoken<Input, Change, Reply>) {
  const write = { may: 'providers.write', fresh: true } as const
  const save = [
    'acts-for-all',
    'above-you',
    'members-not-by-hand',
    'provider-name-taken',
    'provider-unreachable',
    'provider-wrong',
    'identifier-unguarded',
    'identifiers-shared',
  ] as const
  return {
    list: { input: ProviderListQuery, reply: pageOf(Provider), may: 'providers.read' },
    get: { input: oneProvider, reply, may: 'providers.read', fails: ['not-found'] },
    create: { input, reply, ...write, bodyLimit, fails: [...save, 'too-many-providers'] },
    update: {
      input: change,
      reply,
      ...write,
      bodyLimit,
      fails: [...save, 'not-found', 'changed-meanwhile', 'secret-needed'],
    },
    remove: { input: oneProvider, reply: Done, ...write, fails: ['acts-for-all', 'not-found', 'provider-in-use'] },
    removeMany: {
      input: manyProviders,
      reply: z.object({ removed: z.int() }),
      ...write,
      fails: ['acts-for-all', 'provider-in-use'],
    },
    active: {
      input: ActiveSwitch,
      reply: z.object({ changed: z.int() }),
      ...write,
      fails: ['acts-for-all', 'not-found'],
    },
    offered: {
      input: workspaceParameter,
      reply: z.object({ items: z.array(OfferedProvider) }),
      may: 'public',
      limit: 'lookup',
      fails: ['too-many'],
    },
  } as const
}
