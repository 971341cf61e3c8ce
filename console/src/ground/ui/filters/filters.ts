import { t } from '../../text/text.ts'

export interface Filter {
  /** Name of the filter in the address and for the server. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Several values, comma-separated. */
  several?: boolean
  /** The options are names that people gave, groups for instance: the same in every language. */
  named?: boolean
}

export const chosenIn = (value: string | undefined): string[] =>
  value === undefined || value === '' ? [] : value.split(',')

/** What an option is called in the language of the person. */
export const wordOf = (filter: Filter, option: { label: string }): string =>
  filter.named ? option.label : t(option.label)

/** "North campus +2": the first chosen word and how many more. */
export function wordsOf(filter: Filter, value: string | undefined): string {
  const words = chosenIn(value).map(one => {
    const option = filter.options.find(known => known.value === one)
    return option ? wordOf(filter, option) : one
  })
  return words.length > 2 ? `${words[0]} +${words.length - 1}` : words.join(', ')
}

/** The filter's next value when one option is turned; undefined when nothing is left. */
export function turned(filter: Filter, value: string | undefined, option: string): string | undefined {
  const chosen = chosenIn(value)
  const has = chosen.includes(option)
  const next = filter.several ? (has ? chosen.filter(one => one !== option) : [...chosen, option]) : has ? [] : [option]
  return next.length === 0 ? undefined : next.join(',')
}
