import { logged } from '../ground/log.ts'

export const keyModelsLog = logged({
  'key-models.rules-changed': { label: 'Rules for key models changed', did: 'changed which key models may be added' },
  'key-models.catalogue-loaded': { label: 'Catalogue of key models loaded', did: 'loaded a catalogue of key models' },
})
