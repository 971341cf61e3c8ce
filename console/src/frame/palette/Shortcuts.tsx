import { Box, Group, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Key } from '#platform/ui/bits/Tag.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import classes from './shortcuts.module.css'

const shortcuts = [
  [[msg('Ctrl'), 'K'], msg('Search or jump to')],
  [['/'], msg('Search this list')],
  [['j'], msg('Next row')],
  [['k'], msg('Previous row')],
  [[msg('Enter')], msg('Open row')],
  [['x'], msg('Select row')],
  [['a'], msg('Select all matching rows')],
  [[msg('Esc')], msg('Clear selection')],
  [['?'], msg('Show this list')],
] as const

export default function Shortcuts({ close }: { close: () => void }) {
  const [on, setOn] = useState(localStorage.getItem('single-keys') !== 'off')
  return (
    <Dialog open title={t('Keyboard shortcuts')} close={close}>
      <Box component="dl" mb={16} className={classes.list}>
        {shortcuts.map(([keys, what]) => (
          <div key={what}>
            <dt>{t(what)}</dt>
            <Group component="dd" gap={4}>
              {keys.map(key => (
                <Key key={key}>{t(key)}</Key>
              ))}
            </Group>
          </div>
        ))}
      </Box>
      <Switch
        label={t('Single-letter shortcuts')}
        withThumbIndicator={false}
        checked={on}
        onChange={event => {
          const next = event.currentTarget.checked
          localStorage.setItem('single-keys', next ? 'on' : 'off')
          setOn(next)
        }}
      />
    </Dialog>
  )
}
