import * as z from 'zod/mini'
import { feature, get, post, put } from '../ground/endpoint.ts'
import { instant, Nothing } from '../ground/fields.ts'
import { Aaguid } from './authenticators.ts'

/** Which models of passkeys a workspace takes: all, only those listed, or all but those listed. */
export const modelModes = ['any', 'only', 'except'] as const

const ModelRules = z.object({
  mode: z.enum(modelModes),
  models: z.array(Aaguid).check(z.maxLength(500)),
  /** The maker must vouch for the model; without it a passkey merely says what it is. */
  attested: z.boolean(),
})
export type ModelRules = z.output<typeof ModelRules>

export const KeyModel = z.object({
  aaguid: z.string(),
  name: z.string(),
  picture: z.enum(['phone', 'computer', 'manager', 'key', 'unknown']),
  icon: z.nullable(z.string()),
  /** As FIDO lists it; null where the catalogue does not know the model. */
  status: z.nullable(z.string()),
  warning: z.nullable(z.string()),
  /** Keys of this workspace that are of this model. */
  keys: z.int(),
})
export type KeyModel = z.output<typeof KeyModel>

const Catalogue = z.object({
  /** Counts up with every issue that FIDO publishes; null before one was loaded. */
  number: z.nullable(z.int()),
  nextUpdate: z.nullable(z.string()),
  models: z.int(),
  loadedAt: z.nullable(instant),
  loadedBy: z.nullable(z.string()),
})

const megabytes = 1024 * 1024

export const keyModels = feature('key-models', ['security-keys'], {
  list: get('/administrator/keyModels', {
    summary: 'List known or used key models with the rules for them',
    input: Nothing,
    reply: z.object({ items: z.array(KeyModel), rules: ModelRules, catalogue: Catalogue }),
    may: 'keys.read',
  }),
  changeRules: put('/administrator/keyModels/rules', {
    summary: 'Set which passkey models are allowed and whether attestation is required',
    input: ModelRules,
    reply: ModelRules,
    may: 'workspace.write',
    fresh: true,
  }),
  catalogue: get('/superAdmin/keyModels/catalogue', {
    summary: 'Get the loaded version of the key model catalog',
    input: Nothing,
    reply: Catalogue,
    may: 'super.key-models',
  }),
  load: post('/superAdmin/keyModels/catalogue', {
    summary: 'Load a version of the FIDO metadata catalog; its signature is verified',
    input: z.object({ blob: z.string().check(z.minLength(1), z.maxLength(15 * megabytes)) }),
    reply: Catalogue,
    may: 'super.key-models',
    fails: ['catalogue-refused'],
    bodyLimit: 16 * megabytes,
  }),
})
