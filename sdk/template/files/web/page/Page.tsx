// The page of {{id}}, shown at /x/{{id}}/home below the title that plugin.toml gives it.
import './plugin.css';

export default function Page() {
  return (
    <section className="{{prefix}}:grid {{prefix}}:max-w-2xl {{prefix}}:gap-2">
      <p className="{{prefix}}:text-sm">
        This page belongs to the plugin. Make it what your people need.
      </p>
    </section>
  );
}
