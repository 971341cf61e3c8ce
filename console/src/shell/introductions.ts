/** Introductory pages that can be hidden permanently (R203). */
export type Introduction = 'OUSuccess' | 'AutoMicrosoft' | 'AutoOkta' | 'OthersPasskey'

// Stored in this browser, per page and user
const keyOf = (page: Introduction, person: string) => `${page} ${person}`

export const isHidden = (page: Introduction, person: string): boolean =>
  localStorage.getItem(keyOf(page, person)) === 'hidden'

export const hidePage = (page: Introduction, person: string): void =>
  localStorage.setItem(keyOf(page, person), 'hidden')
