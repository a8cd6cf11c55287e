// Places of the articles of a split job: on line hauls, at head ports, on legs.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge, Card, CardHeader } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { jobStatus, type Job } from '../model.ts';
import { articlesQuery, type ArticlePlace } from '../queries.ts';

const LINK = 'text-link underline-offset-2 hover:underline';
/** Numbers of a place that are listed. */
const MAX_NUMBERS = 6;

function placeText(place: ArticlePlace, t: Translate): string {
  const name = place.linehaulcode ?? '';
  const port = place.destinationheadport?.code ?? '';
  switch (place.state) {
    case 'Allocated':
      return t('Planned on {name} to {port}', { name, port });
    case 'Loaded':
      return t('On {name} to {port}', { name, port });
    case 'Unloaded':
      return t('At {port}, unloaded from {name}', { name, port });
    case 'Over':
      return t('At {port}, over on {name}', { name, port });
    case 'Short':
      return t('Short on {name} to {port}', { name, port });
    default:
      return place.isleg ? t('On leg {job}', { job: place.jobno }) : t('On no line haul');
  }
}

function Place({ place }: { place: ArticlePlace }) {
  const t = useT();
  const text = placeText(place, t);
  const status = jobStatus(place);
  const listed = place.articlenumbers.slice(0, MAX_NUMBERS);
  const more = place.articlenumbers.length - listed.length;
  return (
    <li className="grid gap-0.5 py-1.5">
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">
          {place.linehaulid !== null ? (
            <Link
              to="/jobs/line-haul/$id"
              params={{ id: String(place.linehaulid) }}
              className={LINK}
            >
              {text}
            </Link>
          ) : place.isleg ? (
            <Link to="/jobs/details/$id" params={{ id: String(place.jobid) }} className={LINK}>
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
        {place.isleg && (
          <Badge tone={status.tone} dot>
            {t(status.text)}
          </Badge>
        )}
        <span className="text-muted-foreground tabular-nums">{place.articlenumbers.length}</span>
      </span>
      <span className="text-xs break-words text-muted-foreground">
        <bdi dir="ltr">{listed.join(', ')}</bdi>
        {more > 0 && ` ${t('and {count} more', { count: more })}`}
      </span>
    </li>
  );
}

/** Nothing for a job that is in one place without a line haul. */
export function Whereabouts({ job }: { job: Job }) {
  const t = useT();
  const maySee = usePermissions().has('Pages.Job.LineHaul');
  const isCarried = job.jobtype !== 'LineHaul' && job.items.length > 0;
  const articles = useQuery({ ...articlesQuery(job.id), enabled: maySee && isCarried });
  const places = articles.data ?? [];
  const isPlain = places.length < 2 && places.every(({ linehaulid }) => linehaulid === null);
  if (isPlain) return null;
  return (
    <Card className="p-0">
      <CardHeader className="mb-0 px-4 pt-3 pb-1" title={t('Where the articles are')} />
      <ul aria-label={t('Where the articles are')} className="divide-y px-4 pb-2 text-[13px]">
        {places.map((place) => (
          <Place key={`${place.jobid} ${place.linehaulid} ${place.state}`} place={place} />
        ))}
      </ul>
    </Card>
  );
}
