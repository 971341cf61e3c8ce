import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './icon-row.module.css'

export const IconRows = ({ children }: { children: ReactNode }) => <ul className="cv-ruled">{children}</ul>

export function IconRow({
  icon,
  name,
  about,
  last,
  menu,
  acts,
  chosen,
}: {
  icon: ReactNode
  name: ReactNode
  about: ReactNode
  last?: ReactNode
  menu?: ReactNode
  acts?: ReactNode
  /** Its details are shown next to the list. */
  chosen?: boolean
}) {
  return (
    <li className={`${acts === undefined ? 'cv-line' : 'cv-row'} ${classes.row}`} data-chosen={chosen || undefined}>
      <Box component="span" flex="none" w={40} h={40} bg="var(--cv-hover)" className="cv-box cv-centered cv-quiet">
        {icon}
      </Box>
      <Stack gap={2} flex={1} miw={0} className="cv-wrap">
        <span className={`cv-row ${classes.name}`}>{name}</span>
        <span className="cv-small">{about}</span>
      </Stack>
      {last !== undefined && <span className="cv-small cv-not-on-phone">{last}</span>}
      {menu}
      {acts !== undefined && <div className={`cv-own-line-on-phone ${classes.acts}`}>{acts}</div>}
    </li>
  )
}
