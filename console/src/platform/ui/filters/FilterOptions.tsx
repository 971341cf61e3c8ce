import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { t } from '#platform/text/text.ts'
import { chosenIn, toggleOption, wordOf } from './filters.ts'
import type { FilterDefinition } from './filters.ts'
import type { ListState } from '../list/useList.ts'
import classes from './filters.module.css'

export function FilterOptions({ filter, list }: { filter: FilterDefinition; list: ListState }) {
  const value = list.filter(filter.name)
  const chosen = chosenIn(value)
  const Box = filter.several ? Checkbox : Radio
  return (
    <fieldset className={classes.options}>
      <legend className="cv-hidden">{t(filter.label)}</legend>
      {filter.options.map(option => (
        <Box
          key={option.value}
          size="xs"
          label={wordOf(filter, option)}
          checked={chosen.includes(option.value)}
          onChange={() => list.set({ [filter.name]: toggleOption(filter, value, option.value) })}
        />
      ))}
    </fieldset>
  )
}
