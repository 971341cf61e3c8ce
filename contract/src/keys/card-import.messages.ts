import { logged } from '../platform/text-declarations.ts'

export const cardImportLog = logged({
  'cards.import-started': { label: 'Card import started', did: 'started a card import from <0/>' },
  'cards.import-undone': { label: 'Card import undone', did: 'undid the card import from <0/>' },
  'cards.imported': { label: 'Cards imported', did: 'imported cards from <0/>' },
  'cards.notified': { label: 'Users notified about their cards', did: 'notified the users of <0/> about their cards' },
})
