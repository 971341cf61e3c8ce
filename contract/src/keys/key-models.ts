import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { instant, Nothing } from '../platform/fields.ts'
import { Aaguid, authenticatorKinds } from './authenticators.ts'

/** Passkey models that a workspace allows: all, only listed ones, or all except listed ones. */
export const modelModes = ['any', 'only', 'except'] as const

const ModelRules = z.object({
  mode: z.enum(modelModes),
  models: z.array(Aaguid).check(z.maxLength(500)),
  /** Requires attestation by the vendor; without it, a passkey's model is only its own claim. */
  attested: z.boolean(),
})
export type ModelRules = z.output<typeof ModelRules>

export const KeyModel = z.object({
  aaguid: z.string(),
  name: z.string(),
  picture: z.enum(authenticatorKinds),
  icon: z.nullable(z.string()),
  /** FIDO certification status; null if the catalog doesn't contain the model. */
  status: z.nullable(z.string()),
  warning: z.nullable(z.string()),
  keys: z.int(),
})
export type KeyModel = z.output<typeof KeyModel>

const Catalogue = z.object({
  /** Version of the FIDO catalog, incremented with each release; null if none was loaded. */
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
