import { logged, refusals } from '../ground/words.ts'

export const keyModelsLog = logged({
  'key-models.rules-changed': { label: 'Rules for key models changed', did: 'changed which key models may be added' },
  'key-models.catalogue-loaded': { label: 'Catalogue of key models loaded', did: 'loaded a catalogue of key models' },
})

export const keyModelsRefusals = refusals({
  'model-denied': { status: 422, says: 'Your workspace does not allow this model of key. Use another one' },
  'attestation-demanded': {
    status: 422,
    says: 'Your workspace takes only keys whose maker vouches for them. Use another key',
  },
  'catalogue-refused': { status: 422, says: 'This catalogue is not signed by somebody whom this installation trusts' },
})
