import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { Key } from '../../ground/ui/bits/Tag.tsx'
import { Dialog } from '../../ground/ui/over/Dialog.tsx'
import classes from './shortcuts.module.css'

const shortcuts = [
  [['Ctrl', 'K'], 'Search or jump to'],
  [['/'], 'Search in the list'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['Esc'], 'Clear the selection'],
  [['?'], 'This list'],
] as const

/** The keys that do something, and the switch for the single ones. */
export default function Shortcuts({ close }: { close: () => void }) {
  const [on, setOn] = useState(localStorage.getItem('single-keys') !== 'off')
  return (
    <Dialog open title="Keyboard shortcuts" close={close}>
      <dl className={classes.list}>
        {shortcuts.map(([keys, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map(key => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-letter shortcuts"
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
