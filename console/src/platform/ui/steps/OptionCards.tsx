import { Box, Stack } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '#platform/text/text.ts'
import classes from './options.module.css'

export interface OptionCard {
  value: string
  label: string
  help?: string
  icon?: Icon
}

export function OptionCards({
  label,
  of,
  value,
  pick,
}: {
  label: string
  of: readonly OptionCard[]
  value: string | null
  pick: (value: string) => void
}) {
  const name = useId()
  return (
    <fieldset className={classes.cards}>
      <legend className="cv-hidden">{label}</legend>
      {of.map(option => {
        const OptionIcon = option.icon
        const chosen = value === option.value
        return (
          <label
            key={option.value}
            className={`cv-ring cv-hovers ${classes.choice} ${classes.card}`}
            data-chosen={chosen || undefined}
          >
            <input type="radio" name={name} checked={chosen} onChange={() => pick(option.value)} />
            {OptionIcon && (
              <OptionIcon
                size={22}
                stroke={1.6}
                color={chosen ? 'var(--cv-accent-text)' : 'currentColor'}
                aria-hidden
              />
            )}
            <Stack component="span" gap={4}>
              <Box component="strong" fz={14}>
                {t(option.label)}
              </Box>
              {option.help && <span className="cv-small">{t(option.help)}</span>}
            </Stack>
          </label>
        )
      })}
    </fieldset>
  )
}
