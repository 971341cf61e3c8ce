import { logged, refusals } from '../platform/text-declarations.ts'

export const cardImportLog = logged({
  'cards.import-started': { label: 'Card import started', did: 'started a card import from <0/>' },
  'cards.import-undone': { label: 'Card import undone', did: 'undid the card import from <0/>' },
  'cards.pins-shown': { label: 'PINs of imported cards shown', did: 'viewed the PINs of the card import from <0/>' },
  'cards.imported': { label: 'Cards imported', did: 'imported cards from <0/>' },
  'cards.notified': { label: 'Users notified about their cards', did: 'notified the users of <0/> about their cards' },
})

export const cardImportRefusals = refusals({
  'card-format-unconfirmed': {
    status: 422,
    says: 'Tap a card of this file to confirm the format. The tapped card is not in the file in the chosen format',
  },
})
