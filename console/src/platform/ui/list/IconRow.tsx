import type { ReactNode } from 'react'
import classes from './icon-row.module.css'

export const IconRows = ({ children }: { children: ReactNode }) => <ul className={classes.list}>{children}</ul>

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
    <li className={classes.row} data-chosen={chosen || undefined}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.names}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>{about}</span>
      </div>
      {last !== undefined && <span className={classes.last}>{last}</span>}
      {menu}
      {acts !== undefined && <div className={classes.acts}>{acts}</div>}
    </li>
  )
}
