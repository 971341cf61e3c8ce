import type { ReactNode } from 'react'
import classes from './icon-row.module.css'

/** A short list in a card, each line with an icon. */
export const IconRows = ({ children }: { children: ReactNode }) => <ul className={classes.list}>{children}</ul>

/** One line: icon, name with tags, a line or two about it, what happened last, and a menu or buttons. */
export function IconRow({
  icon,
  name,
  about,
  last,
  menu,
  acts,
}: {
  icon: ReactNode
  name: ReactNode
  about: ReactNode
  /** Left out on a phone. */
  last?: ReactNode
  menu?: ReactNode
  /** Buttons; on a phone they stand below. */
  acts?: ReactNode
}) {
  return (
    <li className={classes.row}>
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
