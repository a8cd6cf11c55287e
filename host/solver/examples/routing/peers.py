"""Solves instances of the benchmark with VROOM and PyVRP: one JSON request a line, one answer each."""

import json
import sys
import time
from datetime import timedelta

import numpy

# Wall-clock limit of VROOM, which has none of processor time: enough for all but large instances.
VROOM_SECONDS = 30


def load(path):
    with open(path, encoding="utf-8") as file:
        problem = json.load(file)
    matrix = numpy.fromfile(problem["matrix"], dtype="<u4")
    size = problem["size"]
    problem["matrix"] = matrix.reshape(size, size)
    return problem


def vroom(problem, seconds):
    """VROOM at its deepest setting; it ends when its search is done."""
    import vroom

    entry = vroom.Input()
    entry.set_durations_matrix("car", problem["matrix"].astype("uint32"))
    fleet = problem["fleet"]
    window = fleet["window"] and vroom.TimeWindow(*fleet["window"])
    for number in range(fleet["count"]):
        entry.add_vehicle(
            vroom.Vehicle(
                number + 1,
                start=0,
                end=0,
                capacity=[fleet["capacity"]],
                time_window=window,
                costs=vroom.VehicleCosts(fixed=fleet["fixed"]),
            )
        )

    def windows(stop):
        return [vroom.TimeWindow(*window) for window in stop["windows"]]

    for number, job in enumerate(problem["jobs"]):
        entry.add_job(
            vroom.Job(
                number + 1,
                location=job["location"],
                default_service=job["service"],
                delivery=[job["amount"]],
                time_windows=windows(job),
            )
        )
    for number, shipment in enumerate(problem["shipments"]):
        task = len(problem["jobs"]) + 2 * number + 1
        steps = [
            vroom.ShipmentStep(
                task + offset,
                location=stop["location"],
                default_service=stop["service"],
                time_windows=windows(stop),
            )
            for offset, stop in enumerate([shipment["pickup"], shipment["delivery"]])
        ]
        entry.add_shipment(*steps, amount=vroom.Amount([shipment["amount"]]))
    started = time.process_time()
    solution = entry.solve(5, nb_threads=1, timeout=timedelta(seconds=max(seconds, VROOM_SECONDS)))
    used = time.process_time() - started
    rows = solution.routes
    routes = [[] for _ in range(fleet["count"])]
    for vehicle, kind, task in zip(rows["vehicle_id"], rows["type"], rows["id"]):
        if kind in ("job", "single", "pickup", "delivery"):
            routes[int(vehicle) - 1].append(int(task) - 1)
    return routes, used


class ProcessorTime:
    """Stops PyVRP by processor time."""

    def __init__(self, seconds):
        self.end = time.process_time() + seconds

    def __call__(self, best_cost):
        return time.process_time() >= self.end


def pyvrp(problem, seconds):
    from pyvrp import Client, Depot, Location, ProblemData, Shipment, VehicleType, solve

    started = time.process_time()
    matrix = problem["matrix"].astype("int64")
    fleet = problem["fleet"]

    def window(stop, prefix=""):
        if not stop["windows"]:
            return {}
        early, late = stop["windows"][0]
        return {f"{prefix}tw_early": early, f"{prefix}tw_late": late}

    span = fleet["window"] and {"tw_early": fleet["window"][0], "tw_late": fleet["window"][1]}
    data = ProblemData(
        locations=[Location(x, y) for x, y in problem["points"]],
        clients=[
            Client(
                job["location"],
                delivery=[job["amount"]],
                service_duration=job["service"],
                **window(job),
            )
            for job in problem["jobs"]
        ],
        depots=[Depot(0)],
        vehicle_types=[
            VehicleType(
                fleet["count"],
                capacity=[fleet["capacity"]],
                fixed_cost=fleet["fixed"],
                **(span or {}),
            )
        ],
        distance_matrices=[matrix],
        duration_matrices=[matrix],
        shipments=[
            Shipment(
                shipment["pickup"]["location"],
                shipment["delivery"]["location"],
                pickup_service_duration=shipment["pickup"]["service"],
                delivery_service_duration=shipment["delivery"]["service"],
                amount=[shipment["amount"]],
                **window(shipment["pickup"], "pickup_"),
                **window(shipment["delivery"], "delivery_"),
            )
            for shipment in problem["shipments"]
        ],
    )
    left = seconds - (time.process_time() - started)
    result = solve(data, ProcessorTime(left), seed=1, collect_stats=False)
    used = time.process_time() - started
    routes = []
    if result.best.is_feasible():
        for route in result.best.routes():
            tasks = []
            for step in route:
                activity = getattr(step, "activity", step)
                if activity.is_client():
                    tasks.append(activity.idx)
                elif activity.is_shipment():
                    first = len(problem["jobs"]) + 2 * activity.idx
                    tasks.append(first + int(activity.is_delivery()))
            routes.append(tasks)
    return routes, used


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            solver = {"vroom": vroom, "pyvrp": pyvrp}[request["solver"]]
            routes, used = solver(load(request["problem"]), request["seconds"])
            answer = {"routes": routes, "seconds": used}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


main()
