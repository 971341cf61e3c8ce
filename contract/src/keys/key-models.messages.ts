import { logged, refusals } from '../platform/text-declarations.ts'

export const keyModelsLog = logged({
  'key-models.rules-changed': { label: 'Key model rules changed', did: 'changed the rules for key models' },
  'key-models.catalogue-loaded': { label: 'Key model catalog loaded', did: 'loaded a key model catalog' },
})

export const keyModelsRefusals = refusals({
  'model-denied': { status: 422, says: "Your workspace doesn't allow this key model. Use another one" },
  'attestation-demanded': {
    status: 422,
    says: 'Your workspace only allows keys with attestation by the manufacturer. Use another key',
  },
  'catalogue-refused': { status: 422, says: 'The signature of this catalog is not trusted by this installation' },
})
