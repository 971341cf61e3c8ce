import classes from './dashboard.module.css'

export const calm = (text: string) => <p className={classes.none}>{text}</p>
