"""A scripted phone with a small label printer, as in the Rust and Kotlin tests."""

import cs_mem

APP = "com.example.printer"


class ManualClock(cs_mem.Clock):
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.millis = 1_800_000_000_000

    def now(self) -> int:
        return self.millis


class Phone(cs_mem.UiDriver):
    """Its log says which element every action really hit, so that a wrong tap shows."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.rows = ["Invoices", "Labels", "Settings"]
        self.printed: list[str] = []
        self.dialog = False
        self.broken = False
        self.restart()

    def restart(self) -> None:
        self.page = "home"
        self.text = ""
        self.hits: list[str | None] = []

    # -- what the library calls

    async def read_screen(self):
        return self.screen()

    async def perform(self, action):
        return self.act(action)

    async def settle(self, millis):
        self.clock.millis += millis

    # -- the phone itself

    def act(self, action):
        if self.broken:
            raise OSError("the cable fell out")
        hit = self.elements[action.node]
        self.hits.append(hit)
        self.clock.millis += 40
        if isinstance(action, cs_mem.DriverAction.INPUT_TEXT):
            self.text = action.text
        elif hit == "Labels":
            self.page = "editor"
        elif hit == "print":
            self.printed.append(self.text)
            self.page = "printed"
        elif hit == "later":
            self.dialog = False
        return cs_mem.Delivery.DELIVERED

    def screen(self):
        self.nodes, self.elements, self.y = [], [], 0
        root = self._put(None, "FrameLayout", "", "", 2000, None)
        self.y = 0
        if self.page == "home":
            self._put(root, "TextView", "title", "Printer", 140, None)
            for row in self.rows:
                top = self.y
                item = self._put(root, "LinearLayout", "row", "", 160, row)
                self.y = top
                self._put(item, "TextView", "row_title", row, 160, None)
        elif self.page == "editor":
            self._put(root, "TextView", "title", "New label", 140, None)
            self._put(root, "EditText", "text", self.text, 160, "text", editable=True, hint="Text on the label")
            self._put(root, "Button", "print", "Print", 160, "print")
        else:
            self._put(root, "TextView", "title", "Printed", 140, None)
            self._put(root, "TextView", "result", f"Sent to the printer: {self.printed[-1]}", 160, None)
        if self.dialog:
            self.y = 160
            frame = self._put(root, "FrameLayout", "dialog", "", 1200, None)
            self.y = 200
            self._put(frame, "TextView", "message", "Rate this app", 900, None)
            self._put(frame, "Button", "later", "Later", 200, "later")
        capture = cs_mem.Capture(
            at=self.clock.millis,
            channel="scripted",
            foreground=cs_mem.Foreground(package=APP, version="1.2"),
            display=cs_mem.Display(width=1080, height=2000),
            overlay=cs_mem.OverlayState.NONE,
        )
        return cs_mem.ScreenInput.NODES(cs_mem.Snapshot(nodes=self.nodes, capture=capture))

    def _put(self, parent, kind, name, text, height, element, **more):
        bounds = cs_mem.Rect(left=0, top=self.y, right=1080, bottom=self.y + height)
        self.y += height
        self.nodes.append(
            cs_mem.UiNode(
                class_name=f"android.widget.{kind}",
                resource_id=f"{APP}:id/{name}" if name else "",
                text=text,
                package=APP,
                bounds=bounds,
                parent=parent,
                clickable=element is not None,
                **more,
            )
        )
        self.elements.append(element)
        return len(self.nodes) - 1
