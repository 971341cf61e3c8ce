/** Pages that explain something first and can be hidden for good (R203). */
export type Introduction = 'OUSuccess' | 'AutoMicrosoft' | 'AutoOkta' | 'OthersPasskey'

// One for each page and person, at this browser
const keyOf = (page: Introduction, person: string) => `${page} ${person}`

/** True where this person wants no more of these explanations at this browser. */
export const isHidden = (page: Introduction, person: string): boolean =>
  localStorage.getItem(keyOf(page, person)) === 'hidden'

/** Shows these explanations to this person no more. */
export const hidePage = (page: Introduction, person: string): void =>
  localStorage.setItem(keyOf(page, person), 'hidden')
