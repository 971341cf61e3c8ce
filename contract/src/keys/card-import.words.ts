import { logged } from '../ground/words.ts'

export const cardImportLog = logged({
  'cards.import-started': { label: 'Import of cards started', did: 'started the import of the cards of <0/>' },
  'cards.import-undone': { label: 'Import of cards taken back', did: 'took back the import of the cards of <0/>' },
  'cards.imported': { label: 'Cards imported', did: 'imported the cards of <0/>' },
  'cards.notified': { label: 'Users told of their cards', did: 'told the users of <0/> of their cards' },
})
