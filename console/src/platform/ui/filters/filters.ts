import { t } from '#platform/text/text.ts'

export interface FilterDefinition {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  several?: boolean
  /** Typed instead of chosen; the options are empty. */
  typed?: { placeholder: string; most: number }
  /** The option labels are user-defined names, such as groups: not translated. */
  named?: boolean
}

export const chosenIn = (value: string | undefined): string[] =>
  value === undefined || value === '' ? [] : value.split(',')

export const wordOf = (filter: FilterDefinition, option: { label: string }): string =>
  filter.named ? option.label : t(option.label)

/** For example "North campus +2": the first selected label and the number of others. */
export function wordsOf(filter: FilterDefinition, value: string | undefined): string {
  const words = chosenIn(value).map(one => {
    const option = filter.options.find(known => known.value === one)
    return option ? wordOf(filter, option) : one
  })
  return words.length > 2 ? `${words[0]} +${words.length - 1}` : words.join(', ')
}

/** The filter's value after toggling one option; undefined if empty. */
export function toggleOption(filter: FilterDefinition, value: string | undefined, option: string): string | undefined {
  const chosen = chosenIn(value)
  const has = chosen.includes(option)
  const next = filter.several ? (has ? chosen.filter(one => one !== option) : [...chosen, option]) : has ? [] : [option]
  return next.length === 0 ? undefined : next.join(',')
}
