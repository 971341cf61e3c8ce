import { Checkbox, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { chosenIn, toggleOption, wordOf } from './filters.ts'
import type { FilterDefinition } from './filters.ts'
import type { ListState } from '../list/useList.ts'
import classes from './filters.module.css'

/** A filter that is typed: applied on Enter and when the field is left. */
function TypedFilter({ filter, list }: { filter: FilterDefinition; list: ListState }) {
  const value = list.filter(filter.name) ?? ''
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  // Cleared or changed elsewhere
  if (applied !== value) {
    setApplied(value)
    setText(value)
  }
  const send = () => {
    if (text.trim() !== value) list.set({ [filter.name]: text.trim() === '' ? undefined : text.trim() })
  }
  return (
    <TextInput
      size="xs"
      aria-label={t(filter.label)}
      placeholder={filter.typed ? t(filter.typed.placeholder) : ''}
      maxLength={filter.typed?.most ?? 100}
      value={text}
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      onChange={event => setText(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={event => {
        if (event.key === 'Enter') send()
      }}
    />
  )
}

export function FilterOptions({ filter, list }: { filter: FilterDefinition; list: ListState }) {
  if (filter.typed) return <TypedFilter filter={filter} list={list} />
  const value = list.filter(filter.name)
  const chosen = chosenIn(value)
  const Box = filter.several ? Checkbox : Radio
  return (
    <fieldset className={`cv-stack ${classes.options}`}>
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
